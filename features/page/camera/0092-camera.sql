-- How the platform reaches the EZVIZ cameras of an organisation: one account each.
create table openys (
  org_id int primary key references organisation (id) on delete cascade,
  region text not null check (region in ('china', 'international')),
  app_key text not null,
  secret_sealed bytea not null,
  updated_at bigint not null,
  updated_by text not null
);
