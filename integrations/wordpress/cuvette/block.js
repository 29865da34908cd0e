/* The block "Cuvette" of the editor: identifier, tab and name of a number, with the picture of the item as its preview. */
(({ blocks, element, blockEditor, components }) => {
  const { createElement: h } = element;
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i;

  blocks.registerBlockType('cuvette/result', {
    icon: 'chart-line',
    edit({ attributes: { id, tab, value }, setAttributes }) {
      const field = (label, key, text, change) =>
        h(components.TextControl, {
          label,
          value: text,
          onChange: change ?? ((next) => setAttributes({ [key]: next })),
        });
      const server = window.cuvetteServer;
      const known = server && uuid.test(id);
      return h(
        'div',
        blockEditor.useBlockProps(),
        // An address may be pasted; the identifier in it is kept.
        field('Identifier or address of a shared item', 'id', id, (next) =>
          setAttributes({ id: uuid.exec(next)?.[0] ?? next }),
        ),
        field('Tab (optional)', 'tab', tab),
        field('Name of a number, to show it alone (optional)', 'value', value),
        known
          ? h('img', {
              src: `${server}/api/shared/workflow/${id}/picture.png?width=1200`,
              alt: '',
              width: 600,
              height: 315,
            })
          : h(
              'p',
              null,
              server ? 'The picture of the item is shown here.' : 'Set the address of the server in Settings, General.',
            ),
      );
    },
    save: () => null,
  });
})(window.wp);
