-- The expiry that was announced last, epoch ms: each one is announced once, another date anew.
alter table api_key add column expiry_told bigint;
alter table share add column expiry_told bigint;
