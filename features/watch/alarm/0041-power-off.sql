-- When the gateway said with its last words that its supply is gone; null since it is back.
alter table gateway add column power_off_at bigint;
