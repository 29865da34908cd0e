<?php

$conf['server'] = '';
