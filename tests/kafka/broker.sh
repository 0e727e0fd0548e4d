#!/bin/sh
# What `make test-broker` runs: the tests with tag broker, against one Kafka
# broker in KRaft mode on loopback. Needs Java 17 (with keytool) and Maven, which
# brings the broker's jars; they stay in BROKER_JARS, if that names a folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
broker=
trap '[ -z "$broker" ] || kill "$broker"; rm -rf "$work"' EXIT
jars=${BROKER_JARS:-$work/jars}
[ -d "$jars" ] || mvn -q -B -f "$here/broker.xml" dependency:copy-dependencies -DoutputDirectory="$jars"

cd "$work"
keytool -genkeypair -alias broker -keyalg RSA -storetype PKCS12 -keystore keys.p12 -storepass changeit \
	-dname CN=127.0.0.1 -ext san=ip:127.0.0.1 2>/dev/null
keytool -exportcert -rfc -alias broker -keystore keys.p12 -storepass changeit >ca.pem 2>/dev/null
sed "s|@work@|$work|" "$here/broker.properties" >server.properties
id=$(java -cp "$jars/*" kafka.tools.StorageTool random-uuid 2>/dev/null | tail -1)
java -cp "$jars/*" kafka.tools.StorageTool format -t "$id" -c server.properties >format.log 2>&1 || { cat format.log >&2; exit 1; }
java -Xmx512m -cp "$jars/*" kafka.Kafka server.properties >broker.log 2>&1 &
broker=$!
for _ in $(seq 60); do
	grep -q "Kafka Server started" broker.log && break
	sleep 1
done
cd "$here/.."
EVCTL_BROKER_CA="$work/ca.pem" go test -tags broker -count 1 -v -run Broker ./kafka || { tail -20 "$work/broker.log" >&2; exit 1; }
