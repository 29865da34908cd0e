-- The identifier of a database: a store of files says the same one when it belongs to it. The first start writes it, and a move or a dump takes it along.
CREATE TABLE installation (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now()
);
