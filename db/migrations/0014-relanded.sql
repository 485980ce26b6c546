-- One meaning a word: a message of the quarantine is landed again; a replay plays back history.
alter table history_quarantine rename column replayed_at to relanded_at;
