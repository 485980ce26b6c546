-- Remote downloads: one of a gateway at a time, from the moment its ticket is drawn. `ticket_hash` goes when the local
-- program has come; `session_hash` is of the session that drew it, which may be gone before.
create table tunnel (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  equipment_id int not null,
  gateway_id int not null references gateway (id) on delete cascade,
  binding_id int not null,
  account_id int references account (id) on delete set null,
  loginname text not null,
  ip text not null,
  driver_id int not null,
  host text not null,
  port int not null,
  ticket_hash bytea unique,
  ticket_until bigint not null,
  session_hash bytea not null,
  created_at bigint not null,
  opened_at bigint,
  expires_at bigint not null,
  ended_at bigint,
  why text,
  code int,
  bytes_up bigint not null default 0,
  bytes_down bigint not null default 0,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create unique index tunnel_of_gateway on tunnel (gateway_id) where ended_at is null;
create index tunnel_of_device on tunnel (equipment_id, id desc);
