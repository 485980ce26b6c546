-- Where the positions of a device that moves come from: two of its variables, or what its gateway tells of its place.
create table equipment_track (
  equipment_id int primary key,
  org_id int not null references organisation (id),
  source text not null check (source in ('signals', 'gateway')),
  -- Of the device's variables; kept when they are gone, so that what was stored of them is still its track.
  longitude_id int,
  latitude_id int,
  check ((source = 'signals') = (longitude_id is not null and latitude_id is not null)),
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);

-- Where gateways said they were, of the device that was bound then: few a day, so by rows.
create table gateway_fix (
  org_id int not null references organisation (id),
  equipment_id int not null,
  at bigint not null,
  longitude double precision not null,
  latitude double precision not null,
  accuracy_m double precision not null,
  primary key (equipment_id, at),
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index gateway_fix_at on gateway_fix (at);
