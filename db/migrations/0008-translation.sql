-- What an organisation's own names (devices, groups, variables, pages) are in English and Chinese, by the name as it
-- was given. A name without a row is shown as it is.
create table translation (
  org_id int not null references organisation (id),
  source text not null,
  en text,
  zh text,
  updated_at bigint not null,
  primary key (org_id, source)
);
