<?php
/**
 * Plugin Name: Cuvette
 * Description: Shows results of computational chemistry from a Cuvette server: by a shortcode, by a block, or by the bare address.
 * Version: 0.2.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * Author: The Cuvette contributors
 * License: MIT
 * Text Domain: cuvette
 */

namespace Cuvette;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

const UUID = '/^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iD';
const NAME = '/^[\w.-]{1,100}$/D';
/** Seconds for an answer of the server, and for which its words are kept. */
const TIMEOUT = 5;
const CACHE = 3600;

/** The address of the server without a slash at its end; null where none is set. */
function server(): ?string {
	$server = untrailingslashit( (string) get_option( 'cuvette_server', '' ) );
	return preg_match( '!^https?://[^\s"\'<>]+$!D', $server ) ? $server : null;
}

/** An answer of the server, kept for an hour; null where it is away or refuses. */
function read( string $address ): ?array {
	$key  = 'cuvette_' . md5( $address );
	$kept = get_transient( $key );
	if ( is_array( $kept ) ) {
		return $kept;
	}
	$answer = wp_remote_get( $address, [ 'timeout' => TIMEOUT ] );
	if ( is_wp_error( $answer ) || wp_remote_retrieve_response_code( $answer ) !== 200 ) {
		return null;
	}
	$read = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( ! is_array( $read ) ) {
		return null;
	}
	set_transient( $key, $read, CACHE );
	return $read;
}

/** A problem, shown to those who can edit; readers see nothing of it. */
function problem( string $text ): string {
	return current_user_can( 'edit_posts' ) ? '<strong>' . esc_html( "Cuvette: $text" ) . '</strong>' : '';
}

/** Shows an item, or one of its numbers: [cuvette id=… tab=… height=…] and [cuvette id=… value=…]. */
function shortcode( $given ): string {
	$given  = shortcode_atts( [ 'id' => '', 'value' => '', 'tab' => '', 'height' => '' ], $given, 'cuvette' );
	$server = server();
	if ( null === $server ) {
		return problem( __( 'set the address of the server in Settings, General.', 'cuvette' ) );
	}
	if ( ! preg_match( UUID, $given['id'] ) ) {
		/* translators: %s: what was given as the identifier */
		return problem( sprintf( __( '"%s" is not the identifier of an item.', 'cuvette' ), $given['id'] ) );
	}
	foreach ( [ 'value' => NAME, 'tab' => NAME, 'height' => '/^\d{2,4}$/D' ] as $key => $pattern ) {
		if ( '' !== $given[ $key ] && ! preg_match( $pattern, $given[ $key ] ) ) {
			/* translators: 1: a key, 2: its value */
			return problem( sprintf( __( '%1$s="%2$s" does not fit.', 'cuvette' ), $key, $given[ $key ] ) );
		}
	}
	wp_enqueue_script( 'cuvette', "$server/embed/1/embed.js", [], null, true );
	$uuid = strtolower( $given['id'] );
	$page = esc_url( "$server/public/workflow/$uuid" );
	return '' === $given['value'] ? item_html( $server, $uuid, $page, $given ) : value_html( $server, $uuid, $page, $given['value'] );
}

function item_html( string $server, string $uuid, string $page, array $given ): string {
	$about   = read( "$server/oembed?" . http_build_query( [ 'url' => "$server/public/workflow/$uuid" ], '', '&' ) );
	$words   = null === $about ? __( 'A result on Cuvette', 'cuvette' ) : trim( ( $about['title'] ?? '' ) . '. ' . ( $about['description'] ?? '' ) );
	$tab     = '' === $given['tab'] ? '' : ' tab="' . esc_attr( $given['tab'] ) . '"';
	$style   = '' === $given['height'] ? '' : ' style="height: ' . (int) $given['height'] . 'px"';
	$picture = esc_url( "$server/api/shared/workflow/$uuid/picture.png?width=1200" );
	return "<cuvette-workflow workflow=\"$uuid\" public$tab$style><a href=\"$page\"><img src=\"$picture\" alt=\"" . esc_attr( $words )
		. '" width="600" height="315" /></a> ' . esc_html( $words ) . '</cuvette-workflow>';
}

function value_html( string $server, string $uuid, string $page, string $path ): string {
	$words  = __( 'see Cuvette', 'cuvette' );
	$answer = read( "$server/api/shared/workflow/$uuid/values" );
	if ( null !== $answer ) {
		$values = array_column( $answer['values'] ?? [], null, 'path' );
		if ( ! isset( $values[ $path ] ) ) {
			/* translators: 1: a name, 2: the names that there are */
			return problem( sprintf( __( 'there is no value "%1$s". The values are: %2$s.', 'cuvette' ), $path, implode( ', ', array_keys( $values ) ) ) );
		}
		$value = $values[ $path ];
		$text  = ( $value['written'] ?? '' ) ?: ( $value['error'] ?? $words );
		$words = empty( $value['note'] ) ? $text : "$text ({$value['note']})";
	}
	return "<cuvette-value workflow=\"$uuid\" public path=\"" . esc_attr( $path ) . "\"><a href=\"$page\">" . esc_html( $words ) . '</a></cuvette-value>';
}

/** The script of the elements is a module. */
function as_module( string $tag, string $handle ): string {
	return 'cuvette' === $handle ? str_replace( '<script ', '<script type="module" ', preg_replace( '/ type=[\'"][^\'"]*[\'"]/', '', $tag ) ) : $tag;
}

/** The bare address of a shared item, on a line of its own, becomes its frame by oEmbed. */
function add_provider(): void {
	$server = server();
	if ( null !== $server ) {
		wp_oembed_add_provider( "$server/public/*", "$server/oembed" );
	}
}

/** The block, drawn on the server like the shortcode; its preview in the editor is the picture. */
function add_block(): void {
	wp_register_script( 'cuvette-block', plugins_url( 'block.js', __FILE__ ), [ 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components' ], '0.2.0', true );
	wp_add_inline_script( 'cuvette-block', 'window.cuvetteServer = ' . wp_json_encode( server() ) . ';', 'before' );
	register_block_type(
		'cuvette/result',
		[
			'api_version'     => 2,
			'title'           => 'Cuvette',
			'category'        => 'embed',
			'editor_script'   => 'cuvette-block',
			'attributes'      => [
				'id'    => [ 'type' => 'string', 'default' => '' ],
				'tab'   => [ 'type' => 'string', 'default' => '' ],
				'value' => [ 'type' => 'string', 'default' => '' ],
			],
			'render_callback' => __NAMESPACE__ . '\shortcode',
		]
	);
}

/** A field in Settings, General. */
function add_setting(): void {
	register_setting( 'general', 'cuvette_server', [ 'type' => 'string', 'sanitize_callback' => 'esc_url_raw', 'default' => '' ] );
	add_settings_field(
		'cuvette_server',
		'<label for="cuvette_server">' . esc_html__( 'Cuvette server', 'cuvette' ) . '</label>',
		static function () {
			echo '<input type="url" class="regular-text code" id="cuvette_server" name="cuvette_server" value="' . esc_attr( get_option( 'cuvette_server', '' ) ) . '" placeholder="https://cuvette.example.org" />';
		},
		'general'
	);
}

add_shortcode( 'cuvette', __NAMESPACE__ . '\shortcode' );
add_filter( 'script_loader_tag', __NAMESPACE__ . '\as_module', 10, 2 );
add_action( 'init', __NAMESPACE__ . '\add_provider' );
add_action( 'init', __NAMESPACE__ . '\add_block' );
add_action( 'admin_init', __NAMESPACE__ . '\add_setting' );
