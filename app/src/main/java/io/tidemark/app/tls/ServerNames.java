package io.tidemark.app.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names by which a server is called: what a client demands to find in its certificate.
 *
 * @param dns host names, in a fixed order
 * @param addresses IP addresses as text, in a fixed order
 */
record ServerNames(List<String> dns, List<String> addresses) {
  private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|.*:.*");

  private static final int TYPE_DNS = 2;
  private static final int TYPE_ADDRESS = 7;

  ServerNames {
    dns = List.copyOf(dns);
    addresses = List.copyOf(addresses);
  }

  /**
   * Every form in which the cluster calls the Services, and the machine itself.
   *
   * @param further DNS names and IP addresses
   */
  static ServerNames of(List<String> services, String namespace, List<String> further) {
    List<String> dns = new ArrayList<>();
    List<String> addresses = new ArrayList<>(List.of("127.0.0.1", "::1"));
    for (String service : services) {
      String qualified = service + "." + namespace;
      dns.addAll(List.of(service, qualified, qualified + ".svc", qualified + ".svc.cluster.local"));
    }
    dns.add("localhost");
    for (String name : further) {
      (ADDRESS.matcher(name).matches() ? addresses : dns).add(name);
    }
    return new ServerNames(
        dns.stream().distinct().toList(), addresses.stream().distinct().toList());
  }

  /** Whether the certificate is good for all of these names; it may be good for more. */
  boolean coveredBy(X509Certificate certificate) {
    Set<String> found = new HashSet<>();
    Set<String> foundAddresses = new HashSet<>();
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      for (List<?> name : names == null ? List.<List<?>>of() : names) {
        if (name.get(0).equals(TYPE_DNS)) {
          found.add((String) name.get(1));
        } else if (name.get(0).equals(TYPE_ADDRESS)) {
          foundAddresses.add(canonical((String) name.get(1)));
        }
      }
    } catch (CertificateParsingException e) {
      return false;
    }
    return found.containsAll(dns)
        && foundAddresses.containsAll(addresses.stream().map(ServerNames::canonical).toList());
  }

  /**
   * One spelling for an address of either kind; never asks a name server, since it is a literal.
   */
  private static String canonical(String address) {
    try {
      return InetAddress.getByName(address).getHostAddress();
    } catch (UnknownHostException e) {
      return address;
    }
  }
}
