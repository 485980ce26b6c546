-- The work that goes with a captcha, and where an account has signed in before: a browser by its mark, a network.
alter table login_guard add column work text;
alter table login_guard add column work_bits int;

create table known_place (
  account_id int not null references account (id) on delete cascade,
  mark text not null,
  seen_at bigint not null,
  primary key (account_id, mark)
);
