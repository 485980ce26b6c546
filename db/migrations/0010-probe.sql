-- How long a PLC took to answer a reading that was asked for by itself.
alter table command add column took_ms int;
create index command_probe on command (account_id, created_at) where kind = 'probe';
