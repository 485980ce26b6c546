-- Answered once by the first administrator of a fresh installation. Null: nothing to answer, as in installations that are
-- older than the question.
alter table organisation
  add column first_settings_by int references account (id) on delete set null,
  add column language text check (language in ('en', 'zh-cn'));
