CREATE TABLE orders (
  order_id     TEXT PRIMARY KEY,
  customer_id  TEXT        NOT NULL,
  status       TEXT        NOT NULL CHECK (status IN ('PLACED', 'PAID')),
  version      BIGINT      NOT NULL DEFAULT 1,  -- +1 on every change; the event's aggregate_version
  amount_minor BIGINT      NOT NULL,
  currency     TEXT        NOT NULL,
  items        JSONB       NOT NULL
);

-- The columns that the outbox router of Debezium expects. Partitions are dropped
-- when they are old; no row is updated or deleted.
CREATE TABLE outbox (
  id            UUID        NOT NULL,  -- event_id
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  aggregatetype TEXT        NOT NULL,  -- decides the topic
  aggregateid   TEXT        NOT NULL,  -- the key of the record
  type          TEXT        NOT NULL,  -- event_type
  payload       JSONB       NOT NULL,  -- the event, envelope and all
  PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE TABLE outbox_all PARTITION OF outbox DEFAULT;
