<?php

namespace MediaWiki\Extension\Cuvette;

use Html;
use MediaWiki\Hook\ParserFirstCallInitHook;
use MediaWiki\MediaWikiServices;
use Parser;

/**
 * The parser functions {{#cuvette:IDENTIFIER|tab=|height=}} and {{#cuvettevalue:IDENTIFIER|NAME}}.
 *
 * The parsed page holds the server's words and the address of its picture, so that a page without script, a printed one and a page whose server is away
 * have them too. Every text of the wiki and of the server is escaped by Html::element.
 */
class Hooks implements ParserFirstCallInitHook {
	private const UUID = '/^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iD';
	private const NAME = '/^[\w.-]{1,100}$/D';
	/** Seconds for an answer of the server, and for which a parsed page may be kept. */
	private const TIMEOUT = 5;
	private const CACHE = 3600;

	/** @inheritDoc */
	public function onParserFirstCallInit( $parser ) {
		$parser->setFunctionHook( 'cuvette', [ $this, 'showItem' ] );
		$parser->setFunctionHook( 'cuvettevalue', [ $this, 'showValue' ] );
	}

	/**
	 * @param Parser $parser
	 * @param string $uuid
	 * @param string ...$arguments "tab=scan", "height=600"
	 * @return array|string
	 */
	public function showItem( Parser $parser, string $uuid = '', string ...$arguments ) {
		$server = $this->server();
		$uuid = trim( $uuid );
		if ( $server === null ) {
			return $this->problem( 'cuvette-no-server' );
		}
		if ( !preg_match( self::UUID, $uuid ) ) {
			return $this->problem( 'cuvette-no-item', $uuid );
		}
		$given = [];
		foreach ( $arguments as $argument ) {
			[ $key, $value ] = array_map( 'trim', explode( '=', $argument, 2 ) + [ 1 => '' ] );
			if ( !in_array( $key, [ 'tab', 'height' ], true ) ) {
				return $this->problem( 'cuvette-unknown-key', $key );
			}
			if ( $value === '' ) {
				continue;
			}
			if ( !preg_match( $key === 'tab' ? self::NAME : '/^\d{2,4}$/D', $value ) ) {
				return $this->problem( 'cuvette-bad-value', $key, $value );
			}
			$given[$key] = $value;
		}
		$page = "$server/public/workflow/$uuid";
		$about = $this->read( "$server/oembed?" . http_build_query( [ 'url' => $page ] ) );
		$words = $about === null
			? wfMessage( 'cuvette-result' )->inContentLanguage()->text()
			: trim( ( $about['title'] ?? '' ) . '. ' . ( $about['description'] ?? '' ) );
		$picture = Html::element( 'img', [
			'src' => "$server/api/shared/workflow/$uuid/picture.png?width=1200",
			'alt' => $words,
			'width' => 600,
			'height' => 315,
		] );
		$attributes = [ 'workflow' => $uuid, 'public' => '' ];
		if ( isset( $given['tab'] ) ) {
			$attributes['tab'] = $given['tab'];
		}
		if ( isset( $given['height'] ) ) {
			$attributes['style'] = "height: {$given['height']}px";
		}
		return $this->html( $parser, $server, Html::rawElement( 'cuvette-workflow', $attributes,
			Html::rawElement( 'a', [ 'href' => $page ], $picture ) . Html::element( 'span', [], " $words" ) ) );
	}

	/**
	 * @param Parser $parser
	 * @param string $uuid
	 * @param string $path name of a number
	 * @return array|string
	 */
	public function showValue( Parser $parser, string $uuid = '', string $path = '' ) {
		$server = $this->server();
		[ $uuid, $path ] = [ trim( $uuid ), trim( $path ) ];
		if ( $server === null ) {
			return $this->problem( 'cuvette-no-server' );
		}
		if ( !preg_match( self::UUID, $uuid ) ) {
			return $this->problem( 'cuvette-no-item', $uuid );
		}
		if ( !preg_match( self::NAME, $path ) ) {
			return $this->problem( 'cuvette-bad-value', 'value', $path );
		}
		$words = wfMessage( 'cuvette-see' )->inContentLanguage()->text();
		$answer = $this->read( "$server/api/shared/workflow/$uuid/values" );
		if ( $answer !== null ) {
			$values = array_column( $answer['values'] ?? [], null, 'path' );
			if ( !isset( $values[$path] ) ) {
				return $this->problem( 'cuvette-no-value', $path, implode( ', ', array_keys( $values ) ) );
			}
			$text = ( $values[$path]['written'] ?? '' ) ?: ( $values[$path]['error'] ?? $words );
			$note = $values[$path]['note'] ?? null;
			$words = $note === null ? $text : "$text ($note)";
		}
		return $this->html( $parser, $server, Html::rawElement( 'cuvette-value',
			[ 'workflow' => $uuid, 'public' => '', 'path' => $path ],
			Html::element( 'a', [ 'href' => "$server/public/workflow/$uuid" ], $words ) ) );
	}

	/** The address of the server without a slash at its end; null where none is set. */
	private function server(): ?string {
		$server = rtrim( (string)MediaWikiServices::getInstance()->getMainConfig()->get( 'CuvetteServer' ), '/' );
		return preg_match( '!^https?://[^\s"\'<>]+$!D', $server ) ? $server : null;
	}

	/** An answer of the server as an array; null where it is away or refuses. */
	private function read( string $address ): ?array {
		$body = MediaWikiServices::getInstance()->getHttpRequestFactory()
			->get( $address, [ 'timeout' => self::TIMEOUT, 'connectTimeout' => self::TIMEOUT ], __METHOD__ );
		$read = $body === null ? null : json_decode( $body, true );
		return is_array( $read ) ? $read : null;
	}

	/** HTML of a parser function, with the script that starts the elements once in the page. */
	private function html( Parser $parser, string $server, string $html ): array {
		$output = $parser->getOutput();
		$output->addHeadItem( Html::element( 'script', [ 'type' => 'module', 'src' => "$server/embed/1/embed.js" ] ), 'cuvette' );
		$output->addExtraCSPScriptSrc( $server );
		$output->addExtraCSPDefaultSrc( $server );
		// The words of the server are read again after this time.
		$output->updateCacheExpiry( self::CACHE );
		return [ $html, 'noparse' => true, 'isHTML' => true ];
	}

	/** A problem as wikis show those of parser functions. */
	private function problem( string $key, string ...$parameters ): array {
		$text = wfMessage( $key )->plaintextParams( ...$parameters )->inContentLanguage()->text();
		return [ Html::element( 'strong', [ 'class' => 'error' ], $text ), 'noparse' => true, 'isHTML' => true ];
	}
}
