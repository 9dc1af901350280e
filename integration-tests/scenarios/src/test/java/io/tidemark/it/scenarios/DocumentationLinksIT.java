package io.tidemark.it.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every relative link of the documentation leads to a file of the repository. */
class DocumentationLinksIT {
  private static final Path ROOT = Places.of("tidemark.root");

  /** {@code [text](target)}, {@code ![text](target)}, and the attributes of HTML in Markdown. */
  private static final Pattern LINK =
      Pattern.compile("\\]\\(<?([^)>\\s]+)[^)]*\\)|(?:src|href|srcset)=\"([^\"]+)\"");

  private static final Pattern ELSEWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:.*|#.*");

  @Test
  void everyRelativeLinkLeadsToAFile() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      for (String target : targets(Files.readString(page))) {
        links++;
        if (!Files.exists(page.resolveSibling(target))) {
          broken.add(ROOT.relativize(page) + " links " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(20);
  }

  private static List<String> targets(String page) {
    List<String> targets = new ArrayList<>();
    Matcher link = LINK.matcher(page);
    while (link.find()) {
      String target = link.group(1) == null ? link.group(2) : link.group(1);
      if (!ELSEWHERE.matcher(target).matches()) {
        targets.add(target.replaceFirst("#.*", ""));
      }
    }
    return targets;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean ours = folder.equals(ROOT) || !(name.equals("target") || name.startsWith("."));
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }
}
