import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Validates events through {@code evctl validate --serve unix:/run/evctl.sock}. Java 17 or later. */
public final class Client implements AutoCloseable {
    private final SocketChannel channel;
    private final OutputStream out;
    private final BufferedReader in;

    public Client(String path) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
        out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        in = new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
    }

    /** Takes up to a hundred events without line breaks; returns a verdict of each, as JSON. */
    public synchronized List<String> validate(List<String> events) throws IOException {
        for (String event : events) out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        List<String> verdicts = new ArrayList<>();
        for (String ignored : events) verdicts.add(Objects.requireNonNull(in.readLine(), "evctl has gone"));
        return verdicts;
    }

    public static boolean isValid(String verdict) { return verdict.startsWith("{\"valid\":true"); }

    @Override public void close() throws IOException { channel.close(); }
}
