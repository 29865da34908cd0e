<?php
$magicWords = [
	'en' => [
		'cuvette' => [ 0, 'cuvette' ],
		'cuvettevalue' => [ 0, 'cuvettevalue' ],
	],
];
