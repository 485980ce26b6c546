-- Intermediate variables of projects: values that the platform calculates from variables of their devices.
create table mvar (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  project_id int not null,
  title text not null,
  unit text,
  decimals int check (decimals between 0 and 10),
  -- How the values of `text` become one: sum, avg, min, max of a list, or custom, a formula.
  calc_type text not null check (calc_type in ('sum', 'avg', 'min', 'max', 'custom')),
  -- With ${equipmentId.signalId} for each variable.
  text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (project_id, title),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);

-- Of the socket of a page: [{id, expression, inputs}].
alter table page_token add column mvars jsonb not null default '[]';
