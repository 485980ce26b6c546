-- What the signals of each device last said, in one row a device: one row a signal cost most of a core at 50,000 signals.
-- `readings` is {"ids":[],"values":[],"codes":[],"times":[]}, which nobody asks into: text costs no parsing and keeps
-- every character that JSON can escape. Half of each page is left free, so that an update finds its place there.
alter table last_value rename to last_value_by_signal;
drop index last_value_equipment;
alter index last_value_pkey rename to last_value_by_signal_pkey;

create table last_value (
  equipment_id int primary key references equipment (id) on delete cascade,
  org_id int not null references organisation (id),
  at bigint not null,
  readings text not null
) with (fillfactor = 50, toast_tuple_target = 4080);
alter table last_value alter column readings set storage external;

insert into last_value (equipment_id, org_id, at, readings)
select equipment_id, min(equipment.org_id), max(at), json_build_object(
  'ids', json_agg(signal_id), 'values', json_agg(value), 'codes', json_agg(code), 'times', json_agg(at))::text
from last_value_by_signal join equipment on equipment.id = equipment_id group by equipment_id;

drop table last_value_by_signal;
