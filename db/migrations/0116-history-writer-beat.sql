-- The writer of history counts up while it lives; -1 once it has stopped writing in good order. Other processes wait
-- until the count stands still, and only then take over.
alter table history_writer add column beat bigint not null default 0;
