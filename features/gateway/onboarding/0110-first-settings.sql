-- Answered once by the first administrator of a fresh installation. Null: nothing to answer, as in installations that are
-- older than the question. No foreign key: an account refers to its organisation already, and a backup stores tables in order.
alter table organisation
  add column first_settings_by int,
  add column language text check (language in ('en', 'zh-cn'));
