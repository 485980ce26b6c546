-- Scripts of devices have numbers of their own, never used again. They stand in the device's configuration; here is which
-- there are in the newest version.
create sequence script_id as int;

create table script (
  id int primary key,
  org_id int not null references organisation (id) on delete cascade,
  equipment_id int not null,
  position int not null,
  name text not null,
  enabled boolean not null,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index script_of_device on script (equipment_id, position);
