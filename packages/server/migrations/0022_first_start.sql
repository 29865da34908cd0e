-- What the owner of a new installation is shown once: the folder with examples, and the page of welcome.
CREATE TABLE first_start (
  user_id text PRIMARY KEY REFERENCES "user"(id) ON DELETE CASCADE,
  examples_server text,
  examples_folder uuid,
  examples_done boolean NOT NULL DEFAULT false,
  welcome_closed boolean NOT NULL DEFAULT false
);
