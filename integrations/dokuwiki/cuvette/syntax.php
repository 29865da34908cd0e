<?php

use dokuwiki\Extension\SyntaxPlugin;
use dokuwiki\HTTP\DokuHTTPClient;

/**
 * {{cuvette>IDENTIFIER?tab=scan&600}} shows an item, {{cuvette>IDENTIFIER#strongest_acid}} one of its numbers.
 *
 * The rendered page holds the server's words and the address of its picture, for print, for pages without script and while the server is away.
 */
class syntax_plugin_cuvette extends SyntaxPlugin
{
    /** What may follow the identifier: a tab and a height, or the name of a number. */
    protected const PATTERN = '/^([0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})'
        . '(?:#([\w.-]{1,100})|\?(?:tab=([\w.-]{1,100}))?&?(\d{2,4})?)?$/iD';
    /** Seconds for an answer of the server. */
    protected const TIMEOUT = 5;

    /** @inheritDoc */
    public function getType()
    {
        return 'substition';
    }

    /** @inheritDoc */
    public function getPType()
    {
        return 'normal';
    }

    /** Before media, which begin the same way. @inheritDoc */
    public function getSort()
    {
        return 310;
    }

    /** @inheritDoc */
    public function connectTo($mode)
    {
        $this->Lexer->addSpecialPattern('\{\{cuvette>[^}\n]{1,300}\}\}', $mode, 'plugin_cuvette');
    }

    /** @inheritDoc */
    public function handle($match, $state, $pos, Doku_Handler $handler)
    {
        $text = trim(substr($match, strlen('{{cuvette>'), -2));
        if (!preg_match(self::PATTERN, $text, $found)) return ['problem' => $text];
        return array_map(static fn($part) => $part === '' ? null : $part, [
            'uuid' => strtolower($found[1]),
            'value' => $found[2] ?? '',
            'tab' => $found[3] ?? '',
            'height' => $found[4] ?? '',
        ]);
    }

    /** @inheritDoc */
    public function render($format, Doku_Renderer $renderer, $data)
    {
        $server = rtrim((string) $this->getConf('server'), '/');
        $problem = null;
        if (isset($data['problem'])) $problem = sprintf($this->getLang('no_item'), $data['problem']);
        elseif (!preg_match('!^https?://[^\s"\'<>]+$!D', $server)) $problem = $this->getLang('no_server');
        if ($format === 'metadata') return true;
        if ($problem === null) [$words, $problem] = $this->words($server, $data);
        $html = $format === 'xhtml';
        if ($problem !== null) {
            if ($html) $renderer->doc .= '<strong class="error">' . hsc($problem) . '</strong>';
            else $renderer->cdata($problem);
            return true;
        }
        if ($html) $renderer->doc .= $this->html($server, $data, $words);
        else $renderer->externallink("$server/public/workflow/{$data['uuid']}", $words);
        return true;
    }

    /** The server's words of an item or a number, and what is wrong. */
    protected function words(string $server, array $data): array
    {
        if ($data['value'] === null) {
            $page = "$server/public/workflow/{$data['uuid']}";
            $about = $this->read("$server/oembed?" . http_build_query(['url' => $page], '', '&'));
            if ($about === null) return [$this->getLang('result'), null];
            return [trim(($about['title'] ?? '') . '. ' . ($about['description'] ?? '')), null];
        }
        $answer = $this->read("$server/api/shared/workflow/{$data['uuid']}/values");
        if ($answer === null) return [$this->getLang('see'), null];
        $values = array_column($answer['values'] ?? [], null, 'path');
        $value = $values[$data['value']] ?? null;
        if ($value === null) return ['', sprintf($this->getLang('no_value'), $data['value'], implode(', ', array_keys($values)))];
        $text = ($value['written'] ?? '') ?: ($value['error'] ?? $this->getLang('see'));
        return [empty($value['note']) ? $text : "$text ({$value['note']})", null];
    }

    /** An answer of the server; null where it is away or refuses. */
    protected function read(string $address): ?array
    {
        $http = new DokuHTTPClient();
        $http->timeout = self::TIMEOUT;
        $body = $http->get($address);
        $read = is_string($body) ? json_decode($body, true) : null;
        return is_array($read) ? $read : null;
    }

    protected function html(string $server, array $data, string $words): string
    {
        $origin = hsc($server);
        $uuid = $data['uuid'];
        $script = "<script type=\"module\" src=\"$origin/embed/1/embed.js\"></script>";
        $link = "<a href=\"$origin/public/workflow/$uuid\">";
        if ($data['value'] !== null) {
            return "$script<cuvette-value workflow=\"$uuid\" public path=\"" . hsc($data['value']) . "\">$link" . hsc($words) . '</a></cuvette-value>';
        }
        $tab = $data['tab'] === null ? '' : ' tab="' . hsc($data['tab']) . '"';
        $style = $data['height'] === null ? '' : " style=\"height: {$data['height']}px\"";
        $picture = "<img src=\"$origin/api/shared/workflow/$uuid/picture.png?width=1200\" alt=\"" . hsc($words) . '" width="600" height="315" />';
        return "$script<cuvette-workflow workflow=\"$uuid\" public$tab$style>$link$picture</a> " . hsc($words) . '</cuvette-workflow>';
    }
}
