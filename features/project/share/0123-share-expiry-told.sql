-- When the end of a share was set, and the end of a project's share that was announced, epoch ms: once.
alter table share add column expiry_set bigint not null default 0, add column expiry_told bigint;
