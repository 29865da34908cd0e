<?php

$lang['no_server'] = 'Cuvette: set the address of the server in the configuration of the plugin.';
$lang['no_item'] = 'Cuvette: "%s" is not understood. Write IDENTIFIER, IDENTIFIER?tab=NAME&600 or IDENTIFIER#VALUE.';
$lang['no_value'] = 'Cuvette: there is no value "%s". The values are: %s.';
$lang['result'] = 'A result on Cuvette';
$lang['see'] = 'see Cuvette';
