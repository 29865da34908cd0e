<?php

$lang['server'] = 'Address of the Cuvette server, for example https://cuvette.example.org';
