import { expect } from '@open-wc/testing';
import { type ClientSettings, defaultOrigin, settingsOf } from './client-settings.ts';

const page = 'https://wiki.example/page';
const around: ClientSettings = {
  origin: 'https://lab.example',
  source: 'shared',
  link: 'k1',
  src: null,
  client: null,
  holder: null,
};

describe('where an element reads from', () => {
  it('is the origin that served the script, unless the page names another', () => {
    const wiki = document.implementation.createHTMLDocument();
    expect(defaultOrigin('https://cuvette.example/embed/1/chunks/a.js', wiki)).to.equal('https://cuvette.example');
    const meta = wiki.createElement('meta');
    meta.name = 'cuvette-api';
    meta.content = 'https://other.example/';
    wiki.head.append(meta);
    expect(defaultOrigin('https://cuvette.example/embed/1/embed.js', wiki)).to.equal('https://other.example');
  });

  it('is the server with the path that it is under', () => {
    const wiki = document.implementation.createHTMLDocument();
    for (const file of ['embed/1/embed.js', 'embed/1/chunks/a.js', 'embed/0.2.0-0123456789ab/chunks/a.js']) {
      expect(defaultOrigin(`https://lab.example/node/n1/4280/${file}`, wiki)).to.equal(
        'https://lab.example/node/n1/4280',
      );
    }
    expect(defaultOrigin('https://site.example/app/assets/index.js', wiki)).to.equal('https://site.example');
    const read = (api: string) => settingsOf({ api }, around, page).origin;
    expect(
      ['https://lab.example/cuvette', '/cuvette/', 'https://lab.example/cuvette/api', 'https://lab.example/api'].map(
        read,
      ),
    ).to.deep.equal([
      'https://lab.example/cuvette',
      'https://wiki.example/cuvette',
      'https://lab.example/cuvette',
      'https://lab.example',
    ]);
  });

  it('falls back to the page for a script without an origin', () => {
    expect(defaultOrigin('data:text/javascript,0')).to.equal(location.origin);
  });

  it('comes from what is around when the element says nothing', () => {
    expect(settingsOf({}, around, page)).to.equal(around);
  });

  it('never sends a share link of one server to another', () => {
    expect(settingsOf({ api: 'https://elsewhere.example' }, around, page)).to.deep.equal({
      origin: 'https://elsewhere.example',
      source: 'owner',
      link: null,
      src: null,
      client: null,
      holder: null,
    });
  });

  it('is shared when the element says public or has a link of its own', () => {
    const owner: ClientSettings = { ...around, source: 'owner', link: null };
    expect(settingsOf({ public: true }, owner, page).source).to.equal('shared');
    expect(settingsOf({ link: 'k2' }, owner, page)).to.include({
      source: 'shared',
      link: 'k2',
      origin: 'https://lab.example',
    });
  });

  it('is a file when src names one, relative to the page', () => {
    expect(settingsOf({ src: 'a.cuvette.json' }, around, page).src).to.equal('https://wiki.example/a.cuvette.json');
  });

  it('is the script inside the element before what is around it, and src before both', () => {
    const holder = document.createElement('div');
    expect(settingsOf({ holder }, { ...around, src: 'https://wiki.example/b.json' }, page)).to.include({
      holder,
      src: null,
    });
    expect(settingsOf({ holder, src: 'a.cuvette.json' }, around, page).holder).to.equal(null);
  });
});
