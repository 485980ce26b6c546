-- What gateways told in the lane of events: committed with its number like everything of an outbox, in the order of its
-- coming, and taken away by whoever deals with it.
create table history_event (
  id bigint generated always as identity primary key,
  org_id int not null,
  equipment_id int not null,
  gateway_id int not null,
  binding_id int not null,
  received_at bigint not null,
  body jsonb not null
);
