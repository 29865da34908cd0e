const inhibited = ['CYP1A2', 'CYP2C19', 'CYP2C9', 'CYP2D6', 'CYP3A4'].flatMap((enzyme) => [
  [`${enzyme} Inhibition`, `Hemmung von ${enzyme}`],
  [
    `Probability that the molecule inhibits the enzyme ${enzyme}.`,
    `Wahrscheinlichkeit, dass das Molekül das Enzym ${enzyme} hemmt.`,
  ],
]);

const metabolized = ['CYP2C9', 'CYP2D6', 'CYP3A4'].flatMap((enzyme) => [
  [`${enzyme} Substrate`, `Substrat von ${enzyme}`],
  [
    `Probability that the enzyme ${enzyme} metabolizes the molecule.`,
    `Wahrscheinlichkeit, dass das Enzym ${enzyme} das Molekül umsetzt.`,
  ],
]);

/** What the Tox21 assays measure. */
const assays = Object.entries({
  'the androgen receptor, full length': 'Androgenrezeptor, volle Länge',
  'the androgen receptor, ligand-binding domain': 'Androgenrezeptor, ligandenbindende Domäne',
  'the aryl hydrocarbon receptor': 'Arylhydrocarbon-Rezeptor',
  'the enzyme aromatase': 'Enzym Aromatase',
  'the estrogen receptor, full length': 'Estrogenrezeptor, volle Länge',
  'the estrogen receptor, ligand-binding domain': 'Estrogenrezeptor, ligandenbindende Domäne',
  'the receptor PPAR-γ': 'Rezeptor PPAR-γ',
  'the antioxidant response (Nrf2)': 'Antioxidantien-Antwort (Nrf2)',
  'DNA damage (ATAD5)': 'DNA-Schaden (ATAD5)',
  'the heat-shock response': 'Hitzeschock-Antwort',
  'the mitochondrial membrane potential': 'Membranpotential der Mitochondrien',
  'the tumour protein p53': 'Tumorprotein p53',
}).map(([target, inGerman]) => [
  `Probability that the molecule is active in the Tox21 assay of ${target}.`,
  `Wahrscheinlichkeit, dass das Molekül in diesem Tox21-Test aktiv ist: ${inGerman}.`,
]);

/** Properties of ADME-Tox in German: titles, what they mean, and where a rating is from. */
export const admetTerms: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...inhibited, ...metabolized, ...assays]),
  'Molecular Weight': 'Molekülmasse',
  'LogP (Crippen)': 'LogP (Crippen)',
  'Mass of one mole of the molecule.': 'Masse eines Mols des Moleküls.',
  'Octanol–water partition coefficient of the neutral molecule by the Crippen method, as logarithm.':
    'Verteilungskoeffizient des neutralen Moleküls zwischen Octanol und Wasser nach Crippen, als Logarithmus.',
  'Number of hydrogen-bond acceptors.': 'Anzahl der Wasserstoffbrücken-Akzeptoren.',
  'Number of hydrogen-bond donors.': 'Anzahl der Wasserstoffbrücken-Donoren.',
  'Lipinski Rule of 5': 'Lipinskis Rule of Five',
  'How many of the four rules of Lipinski the molecule meets.':
    'Wie viele der vier Regeln von Lipinski das Molekül erfüllt.',
  'Quantitative Estimate of Drug-Likeness': 'Quantitatives Maß der Wirkstoffähnlichkeit',
  'Drug-likeness from eight molecular properties, 0 to 1 (Bickerton 2012).':
    'Wirkstoffähnlichkeit aus acht Eigenschaften des Moleküls, 0 bis 1 (Bickerton 2012).',
  Stereocentres: 'Stereozentren',
  'Number of atoms that are stereocentres.': 'Anzahl der Atome, die Stereozentren sind.',
  'Topological Polar Surface Area': 'Topologische polare Oberfläche',
  'Surface of nitrogen and oxygen with their hydrogens, from the formula.':
    'Oberfläche von Stickstoff und Sauerstoff mit ihren Wasserstoffen, aus der Formel.',
  'Human Intestinal Absorption': 'Aufnahme im Darm des Menschen',
  'Probability that the molecule is absorbed from the human intestine.':
    'Wahrscheinlichkeit, dass das Molekül im Darm des Menschen aufgenommen wird.',
  'Oral Bioavailability': 'Orale Bioverfügbarkeit',
  'Probability that the oral bioavailability is at least 20 %.':
    'Wahrscheinlichkeit, dass die orale Bioverfügbarkeit mindestens 20 % ist.',
  'Aqueous Solubility': 'Wasserlöslichkeit',
  'Solubility in water as logarithm.': 'Löslichkeit in Wasser als Logarithmus.',
  'Lipophilicity (logD at pH 7.4)': 'Lipophilie (logD bei pH 7,4)',
  'Octanol–water distribution coefficient at pH 7.4, as logarithm.':
    'Verteilungskoeffizient zwischen Octanol und Wasser bei pH 7,4, als Logarithmus.',
  'Hydration Free Energy': 'Freie Hydratationsenergie',
  'Free energy of transfer from the gas phase into water.': 'Freie Energie des Übergangs aus der Gasphase in Wasser.',
  'Cell Effective Permeability': 'Effektive Zellpermeabilität',
  'Permeability through a layer of Caco-2 cells, as logarithm.':
    'Permeabilität durch eine Schicht von Caco-2-Zellen, als Logarithmus.',
  'PAMPA Permeability': 'PAMPA-Permeabilität',
  'Probability of a high permeability through an artificial membrane.':
    'Wahrscheinlichkeit einer hohen Permeabilität durch eine künstliche Membran.',
  'P-Glycoprotein Inhibition': 'Hemmung von P-Glykoprotein',
  'Probability that the molecule inhibits P-glycoprotein.':
    'Wahrscheinlichkeit, dass das Molekül P-Glykoprotein hemmt.',
  'Blood–Brain Barrier Penetration': 'Durchtritt durch die Blut-Hirn-Schranke',
  'Probability that the molecule crosses the blood–brain barrier.':
    'Wahrscheinlichkeit, dass das Molekül die Blut-Hirn-Schranke durchquert.',
  'Plasma Protein Binding Rate': 'Bindung an Plasmaproteine',
  'Share of the molecule that is bound to plasma proteins.': 'Anteil des Moleküls, der an Plasmaproteine gebunden ist.',
  'Volume of Distribution at Steady State': 'Verteilungsvolumen im Gleichgewicht',
  'Volume that the dose would fill at the concentration of the plasma.':
    'Volumen, das die Dosis bei der Konzentration im Plasma füllen würde.',
  'Half Life': 'Halbwertszeit',
  'Time in which the concentration in the plasma falls to a half.':
    'Zeit, in der die Konzentration im Plasma auf die Hälfte fällt.',
  'Drug Clearance (Hepatocyte)': 'Clearance (Hepatozyten)',
  'Intrinsic clearance by hepatocytes.': 'Intrinsische Clearance durch Hepatozyten.',
  'Drug Clearance (Microsome)': 'Clearance (Mikrosomen)',
  'Intrinsic clearance by liver microsomes.': 'Intrinsische Clearance durch Lebermikrosomen.',
  'hERG Blocking': 'hERG-Blockade',
  'Probability that the molecule blocks the hERG potassium channel of the heart.':
    'Wahrscheinlichkeit, dass das Molekül den Kaliumkanal hERG des Herzens blockiert.',
  'Clinical Toxicity': 'Klinische Toxizität',
  'Probability that the molecule fails in clinical trials for toxicity.':
    'Wahrscheinlichkeit, dass das Molekül in klinischen Studien an seiner Toxizität scheitert.',
  Mutagenicity: 'Mutagenität',
  'Probability that the molecule is mutagenic in the Ames test.':
    'Wahrscheinlichkeit, dass das Molekül im Ames-Test mutagen ist.',
  'Drug-Induced Liver Injury': 'Leberschaden durch den Wirkstoff',
  'Probability that the molecule injures the liver.': 'Wahrscheinlichkeit, dass das Molekül die Leber schädigt.',
  Carcinogenicity: 'Karzinogenität',
  'Probability that the molecule causes cancer in rodents.':
    'Wahrscheinlichkeit, dass das Molekül bei Nagetieren Krebs auslöst.',
  'Acute Toxicity LD50': 'Akute Toxizität LD50',
  'Dose that kills half of the rats, as negative logarithm: higher is more toxic.':
    'Dosis, die die Hälfte der Ratten tötet, als negativer Logarithmus: höher ist giftiger.',
  'Skin Reaction': 'Hautreaktion',
  'Probability that the molecule sensitizes the skin.': 'Wahrscheinlichkeit, dass das Molekül die Haut sensibilisiert.',
  'Androgen Receptor (Full Length)': 'Androgenrezeptor (volle Länge)',
  'Androgen Receptor (Ligand-Binding Domain)': 'Androgenrezeptor (ligandenbindende Domäne)',
  'Aryl Hydrocarbon Receptor': 'Arylhydrocarbon-Rezeptor',
  'Estrogen Receptor (Full Length)': 'Estrogenrezeptor (volle Länge)',
  'Estrogen Receptor (Ligand-Binding Domain)': 'Estrogenrezeptor (ligandenbindende Domäne)',
  'Peroxisome Proliferator-Activated Receptor γ': 'Peroxisom-Proliferator-aktivierter Rezeptor γ',
  'Nrf2 / Antioxidant Response Element': 'Nrf2 / Element der Antioxidantien-Antwort',
  'Heat-Shock Response Element': 'Element der Hitzeschock-Antwort',
  'Mitochondrial Membrane Potential': 'Membranpotential der Mitochondrien',
  'Tumour Protein p53': 'Tumorprotein p53',

  // Where a rating is from.
  'Cuvette’s choice: cut-offs of 0.3 and 0.6 for every probability, not fitted to measurements':
    'von Cuvette gewählt: Grenzen von 0,3 und 0,6 für jede Wahrscheinlichkeit, nicht an Messwerte angepasst',
  'good: rule of five (Lipinski 1997); okay: Cuvette’s choice':
    'gut: Rule of Five (Lipinski 1997); mäßig: von Cuvette gewählt',
  'upper limit: rule of five (Lipinski 1997); lower limit: Cuvette’s choice':
    'obere Grenze: Rule of Five (Lipinski 1997); untere Grenze: von Cuvette gewählt',
  'good: oral bioavailability in rats (Veber 2002); okay: Cuvette’s choice':
    'gut: orale Bioverfügbarkeit bei Ratten (Veber 2002); mäßig: von Cuvette gewählt',
  'good: all four rules; okay: one violation, which the rule of five allows (Lipinski 1997)':
    'gut: alle vier Regeln; mäßig: eine Verletzung, die die Rule of Five erlaubt (Lipinski 1997)',
  'Cuvette’s choice: cut-offs of 0.3 and 0.6, as for probabilities':
    'von Cuvette gewählt: Grenzen von 0,3 und 0,6, wie bei Wahrscheinlichkeiten',
  'Cuvette’s choice: more than 80 % of marketed drugs have a calculated logS above −4 (openmolecules.org property explorer); okay down to a hundredth of that':
    'von Cuvette gewählt: mehr als 80 % der zugelassenen Wirkstoffe haben ein berechnetes logS über −4 (openmolecules.org property explorer); mäßig bis zu einem Hundertstel davon',
  'Cuvette’s choice: after 12 h half-life a quarter of a dose is left when the next one comes once a day; after 4 h an eighth when it comes twice a day':
    'von Cuvette gewählt: bei 12 h Halbwertszeit ist noch ein Viertel einer Dosis da, wenn die nächste einmal am Tag kommt; bei 4 h ein Achtel, wenn sie zweimal am Tag kommt',
  'Cuvette’s choice: hepatic extraction of 0.3 and 0.7 by the well-stirred model with the human liver of Davies and Morris 1993 (20 g/kg, 120 million cells/g, 45 mg protein/g, 20 mL/min/kg blood), unbound drug':
    'von Cuvette gewählt: Extraktion der Leber von 0,3 und 0,7 nach dem gut gerührten Modell mit der Leber des Menschen nach Davies und Morris 1993 (20 g/kg, 120 Millionen Zellen/g, 45 mg Protein/g, 20 mL/min/kg Blut), ungebundener Wirkstoff',
};
