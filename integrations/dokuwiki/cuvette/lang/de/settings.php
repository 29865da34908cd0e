<?php

$lang['server'] = 'Adresse des Cuvette-Servers, zum Beispiel https://cuvette.example.org';
