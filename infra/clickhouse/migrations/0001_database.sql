-- The one database; names are qualified with it everywhere.

CREATE DATABASE IF NOT EXISTS attestry {{on_cluster}};
