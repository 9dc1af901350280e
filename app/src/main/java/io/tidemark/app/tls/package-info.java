/**
 * The certificate of the HTTPS endpoint: from files, or made and rotated by Tidemark itself.
 *
 * <p>The server asks for the certificate anew in every handshake, so a rotation neither restarts
 * anything nor touches a connection. Until {@link io.tidemark.app.tls.ServingCertificates} has been
 * started there is none, and handshakes fail.
 *
 * <p>Self-signed: all replicas share a Secret with a certificate authority and a leaf. Whoever
 * comes first creates it, all read it again every few seconds, and the leader alone renews it and
 * keeps the {@code caBundle} of the webhook configurations in step. Leaves rotate; the authority
 * lives ten years, since kube-scheduler reads its extender's authority once, at its start.
 *
 * <p>A certificate that cannot be read stops the start; later it is reported and the one in use
 * stays.
 */
@NullMarked
package io.tidemark.app.tls;

import org.jspecify.annotations.NullMarked;
