-- What shuts the jobs of a worker in: {"shut_in": boolean, "text": text}; null for a worker of an older version, which does not send it.
ALTER TABLE worker ADD COLUMN sandbox jsonb;
