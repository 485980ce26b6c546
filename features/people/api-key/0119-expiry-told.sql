-- The expiry of a key that was announced, epoch ms: once.
alter table api_key add column expiry_told bigint;
