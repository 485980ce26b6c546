-- Signing in by OpenID Connect. A provider serves one organisation, and only its operator sets one up.
create table sign_on_provider (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  name text not null,
  -- The company's short name, which people enter.
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,40}$'),
  issuer text not null,
  client_id text not null,
  secret_sealed bytea not null,
  scope text not null,
  -- The claim that names roles; null: roles are given here alone.
  role_claim text,
  -- In their order: the first value that the claim has decides.
  role_map jsonb not null default '[]',
  adds_accounts boolean not null default false,
  -- Empty: any.
  email_domains text[] not null default '{}',
  verifies_step boolean not null default false,
  enabled boolean not null default false,
  created_at bigint not null,
  unique (org_id, id)
);

-- Whom a provider knows by `subject`: found by nothing else once it was linked. The issuer is the one that said it, so
-- that people of another issuer are not taken for those of before.
create table sign_on_link (
  provider_id int not null,
  issuer text not null,
  subject text not null,
  org_id int not null,
  account_id int not null,
  created_at bigint not null,
  seen_at bigint not null,
  primary key (provider_id, issuer, subject),
  unique (provider_id, issuer, account_id),
  foreign key (org_id, provider_id) references sign_on_provider (org_id, id) on delete cascade,
  foreign key (org_id, account_id) references account (org_id, id) on delete cascade
);
create index sign_on_link_account on sign_on_link (account_id);

-- A sign-in under way: of the browser that began it, good once, for some minutes.
create table sign_on_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id int not null references sign_on_provider (id) on delete cascade,
  issuer text not null,
  redirect_uri text not null,
  nonce text not null,
  verifier text not null,
  target text not null,
  -- The session that is confirmed by signing in once more; null: a session begins.
  session_hash bytea,
  created_at bigint not null,
  expires_at bigint not null
);
create index sign_on_attempt_expires on sign_on_attempt (expires_at);
