CREATE TABLE idempotency_keys (
  tenant_id      BIGINT      NOT NULL,
  endpoint       TEXT        NOT NULL,
  idem_key       TEXT        NOT NULL,
  fingerprint    BYTEA       NOT NULL,
  status         TEXT        NOT NULL,
  recovery_point TEXT        NOT NULL,
  version        INT         NOT NULL,
  locked_until   TIMESTAMPTZ NOT NULL,
  response_code  INT,
  response_body  BYTEA,
  created_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, endpoint, idem_key)
);
CREATE TABLE outbox (seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event JSON NOT NULL);
CREATE TABLE inbox (event_id UUID PRIMARY KEY, received_at TIMESTAMPTZ NOT NULL DEFAULT now());
