-- Variables that visitors of a project's share may write: those that widgets of its pages wrote when data write was given.
alter table share add column write_signals int[] not null default '{}';
