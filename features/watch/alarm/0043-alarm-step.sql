-- Who else is told of an alarm that nobody acknowledges: steps of its rule, as they were when it was raised.
create table alarm_step (
  id bigint generated always as identity primary key,
  org_id int not null,
  equipment_id int not null,
  alarm_id int not null,
  position int not null,
  spec jsonb not null,
  due_at bigint not null,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  foreign key (org_id, alarm_id) references alarm (org_id, id) on delete cascade,
  unique (alarm_id, position)
);
create index alarm_step_due on alarm_step (due_at);
create index alarm_step_equipment on alarm_step (equipment_id);
