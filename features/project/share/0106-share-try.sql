-- Wrong passwords of a share by network address: one visitor's mistakes do not keep the others out.
create table share_try (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  share_id int not null references share (id) on delete cascade,
  network text not null,
  failures int not null,
  locked_until bigint not null,
  unique (share_id, network)
);
