package io.tidemark.app.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** What signs leaves. */
record CertificateAuthority(PrivateKey key, X509Certificate certificate) {}
