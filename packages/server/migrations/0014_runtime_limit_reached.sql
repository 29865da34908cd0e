-- Whether an item was told to stop because of its runtime limit. Its end says so by this and not by the time that it computed, which says
-- nothing where a credit is no minute (billing on), and nothing about who stopped it.
ALTER TABLE workflow ADD COLUMN limit_reached boolean NOT NULL DEFAULT false;
