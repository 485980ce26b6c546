-- Keys that sign firmware (decision 50). The newest one is in use; of the others only the public half is kept.
create table firmware_key (
  id int generated always as identity primary key,
  public_key text not null unique,
  private_sealed bytea,
  -- By the key before it; null where that one could not be opened, or there was none.
  endorsement text,
  -- Of the last order that was signed; it grows from order to order.
  serial bigint not null,
  author text,
  created_at bigint not null
);
