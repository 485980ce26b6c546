-- Custom reports of projects: figures that are calculated from stored history, by hour, shift, day or month.
create table custom_report (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  project_id int not null,
  title text not null,
  -- {unit, every, dayStart, shifts: [{name, start}]}
  bucket jsonb not null,
  -- IANA zone of the buckets; null: the organisation's.
  zone text,
  -- [{key, title, unit, decimals, expression}]
  fields jsonb not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (project_id, title),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
