import java.nio.file.*;
import java.util.*;

/** Asks about all lines of a file so many times; prints the invalid ones, and the seconds it took. */
public final class Ask {
    public static void main(String[] args) throws Exception {
        List<List<byte[]>> batches = new ArrayList<>();
        int size = 1 << 16;
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            byte[] event = line.getBytes("UTF-8");
            if (size + event.length + 4 > 1 << 16) {
                batches.add(new ArrayList<>());
                size = 0;
            }
            batches.get(batches.size() - 1).add(event);
            size += event.length + 4;
        }
        try (Client client = new Client(args[0])) {
            long start = System.nanoTime();
            for (int turn = 0; turn < Integer.parseInt(args[2]); turn++) {
                int number = 0;
                for (List<byte[]> batch : batches) {
                    for (String verdict : client.validate(batch)) {
                        number++;
                        if (turn == 0 && !verdict.isEmpty()) {
                            System.out.println(number + " " + verdict.split("\"")[7]);
                        }
                    }
                }
            }
            System.out.println("seconds " + (System.nanoTime() - start) / 1e9);
        }
    }
}
