<?php

$lang['no_server'] = 'Cuvette: Tragen Sie die Adresse des Servers in der Konfiguration des Plugins ein.';
$lang['no_item'] = 'Cuvette: „%s“ wird nicht verstanden. Schreiben Sie KENNUNG, KENNUNG?tab=NAME&600 oder KENNUNG#WERT.';
$lang['no_value'] = 'Cuvette: Es gibt keinen Wert „%s“. Die Werte sind: %s.';
$lang['result'] = 'Ein Ergebnis auf Cuvette';
$lang['see'] = 'siehe Cuvette';
