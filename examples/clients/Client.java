import java.io.*;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.*;
import java.util.*;

/** Validates events through {@code evctl validate --serve unix:/run/evctl.sock}. Java 17 or later. */
public final class Client implements AutoCloseable {
    private final SocketChannel channel;
    private final DataOutputStream out;
    private final DataInputStream in;

    public Client(String path) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
        out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
        in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel), 1 << 16));
    }

    /** Takes events of 64 KiB together, or one; returns a verdict of each: empty if it is valid, else JSON. */
    public synchronized List<String> validate(List<byte[]> events) throws IOException {
        for (byte[] event : events) {
            out.writeInt(event.length);
            out.write(event);
        }
        out.flush();
        List<String> verdicts = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            int length = in.readInt();
            verdicts.add(length == 0 ? "" : new String(in.readNBytes(length), "UTF-8"));
        }
        return verdicts;
    }

    @Override public void close() throws IOException { channel.close(); }
}
