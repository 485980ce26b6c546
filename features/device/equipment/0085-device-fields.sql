-- What a device shows before its first value and around itself, and who of its organisation sees it.
alter table equipment
  -- What a page shows before the first value: what was collected last, or a text.
  add column default_value_mode text not null default 'last' check (default_value_mode in ('last', 'custom')),
  add column default_value text,
  -- The tabs above it while it is watched.
  add column menu_bar boolean not null default true,
  -- Path of one of the organisation's pictures.
  add column image text,
  -- Every internal account looks at it, whatever is authorised.
  add column public_flag boolean not null default false,
  -- Who sees it by what is authorised around it, or by what is authorised by name alone.
  add column data_rule text not null default 'range' check (data_rule in ('range', 'named')),
  -- Only accounts with the same one see it, beside those that see all devices.
  add column security_zone text;
create trigger access_ruled after update of public_flag, data_rule, security_zone on equipment for each row
  when ((old.public_flag, old.data_rule, old.security_zone)
    is distinct from (new.public_flag, new.data_rule, new.security_zone)) execute function access_moved();
create trigger access_zoned after update of security_zone on account for each row
  when (old.security_zone is distinct from new.security_zone) execute function access_moved();
