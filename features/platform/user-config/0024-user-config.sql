-- What an account has set for itself, by the names that the rooms gave their settings.
create table user_config (
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  settings jsonb not null,
  primary key (org_id, account_id)
);
