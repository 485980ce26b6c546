-- Notes of a shift on a device; its organisation's, as long as the device is there.
create table shift_note (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  equipment_id int not null,
  note text not null,
  author text not null,
  written_at bigint not null,
  forget_at bigint not null,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index shift_note_equipment on shift_note (equipment_id, id desc);
