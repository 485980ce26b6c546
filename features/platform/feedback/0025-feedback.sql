-- What users tell the platform's staff.
create table feedback (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  kind text not null,
  content text not null,
  created_at bigint not null
);
create index feedback_account on feedback (account_id, created_at desc);
