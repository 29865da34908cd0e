<?php

$meta['server'] = ['string', '_pattern' => '!^(https?://\S+)?$!'];
