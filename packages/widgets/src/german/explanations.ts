/** Sentences of tables in German: what a heading explains, and why a table is empty. */
export const explanations: Readonly<Record<string, string>> = {
  // Why a table is empty.
  'No conformers were found.': 'Es wurden keine Konformere gefunden.',
  'No stage has finished yet.': 'Noch keine Stufe ist fertig.',
  'This needs frequencies and a single point after them.':
    'Dafür sind Frequenzen und danach eine Einzelpunktrechnung nötig.',
  'All electrons of this structure are paired (multiplicity 1): it has no spin density.':
    'Alle Elektronen dieser Struktur sind gepaart (Multiplizität 1): sie hat keine Spindichte.',
  'These values were not computed for this structure.': 'Diese Werte wurden für diese Struktur nicht berechnet.',
  'No vibrational modes were computed for this structure.': 'Für diese Struktur wurden keine Schwingungen berechnet.',
  'The dipole moment was not computed for this structure.': 'Das Dipolmoment wurde für diese Struktur nicht berechnet.',
  'Thermochemistry needs frequencies, which were not computed for this structure.':
    'Thermochemie braucht Frequenzen, die für diese Struktur nicht berechnet wurden.',
  'No orbitals: none were requested, or they have not been read yet.':
    'Keine Orbitale: Es wurden keine angefordert, oder sie wurden noch nicht gelesen.',
  'HOMO and LUMO were not computed.': 'HOMO und LUMO wurden nicht berechnet.',
  'No density or potential: none was requested, or it has not been read yet.':
    'Keine Dichte und kein Potential: Es wurde nichts davon angefordert, oder es wurde noch nicht gelesen.',
  'No charges: the calculation has not finished, or they have not been read yet.':
    'Keine Ladungen: Die Rechnung ist nicht fertig, oder sie wurden noch nicht gelesen.',
  'No bond orders: the calculation has not finished, or they have not been read yet.':
    'Keine Bindungsordnungen: Die Rechnung ist nicht fertig, oder sie wurden noch nicht gelesen.',
  'No moment: the calculation has not finished, or it has not been read yet.':
    'Kein Moment: Die Rechnung ist nicht fertig, oder es wurde noch nicht gelesen.',
  'No Fukui indices yet.': 'Noch keine Fukui-Indizes.',
  'The global electrophilicity index was not computed.': 'Der globale Elektrophilie-Index wurde nicht berechnet.',
  'No descriptors yet.': 'Noch keine Deskriptoren.',
  'There are no values of the atoms.': 'Es gibt keine Werte der Atome.',
  'No macroscopic pKa lies in the range that was searched.': 'Im abgesuchten Bereich liegt kein makroskopischer pKa.',
  'No microstates yet.': 'Noch keine Mikrozustände.',
  'There is no isoelectric point: the net charge does not change its sign in this range.':
    'Es gibt keinen isoelektrischen Punkt: die Gesamtladung wechselt in diesem Bereich nicht ihr Vorzeichen.',
  'logD was not computed.': 'logD wurde nicht berechnet.',
  'The solvation energy was not computed.': 'Die Solvatationsenergie wurde nicht berechnet.',
  'The aqueous solubility was not computed.': 'Die Wasserlöslichkeit wurde nicht berechnet.',
  "No pKa's located in the requested range.": 'Im angeforderten Bereich wurde kein pKa gefunden.',
  'No pKa values yet.': 'Noch keine pKa-Werte.',
  'No solubilities yet.': 'Noch keine Löslichkeiten.',
  'No values of this group yet.': 'Noch keine Werte dieser Gruppe.',
  'There are no other values.': 'Es gibt keine weiteren Werte.',
  'These properties need trained models (ADMET-AI); the chosen method does not give them.':
    'Diese Eigenschaften brauchen trainierte Modelle (ADMET-AI); die gewählte Methode gibt sie nicht.',
  'No hydrogen-bond-acceptor sites detected in this molecule.':
    'In diesem Molekül wurden keine Wasserstoffbrücken-Akzeptoren gefunden.',
  'No hydrogen-bond-donor sites detected in this molecule.':
    'In diesem Molekül wurden keine Wasserstoffbrücken-Donoren gefunden.',
  'Input must be a non-empty array of numbers.': 'Die Eingabe muss eine nicht leere Liste von Zahlen sein.',
  'No potentials yet.': 'Noch keine Potentiale.',
  'No BDEs found for this structure.': 'Für diese Struktur wurden keine BDE gefunden.',
  'No BDEs yet.': 'Noch keine BDE.',
  'O–H bonds come out about 5 kcal/mol too weak by this mode.':
    'O–H-Bindungen kommen in diesem Modus etwa 5 kcal/mol zu schwach heraus.',
  'No spin states yet.': 'Noch keine Spinzustände.',
  'No strain yet.': 'Noch keine Spannung.',
  'No peaks yet.': 'Noch keine Signale.',
  'No chemical shifts yet.': 'Noch keine chemischen Verschiebungen.',
  'No symmetry-equivalent nuclei.': 'Keine symmetrieäquivalenten Kerne.',
  'No collision cross section yet.': 'Noch kein Stoßquerschnitt.',
  'No point of the scan has finished yet.': 'Noch kein Punkt des Scans ist fertig.',
  'No step of the path has finished yet.': 'Noch kein Schritt des Pfads ist fertig.',
  'No point of the path has finished yet.': 'Noch kein Punkt des Pfads ist fertig.',
  'No frame has been saved yet.': 'Noch wurde kein Bild gespeichert.',
  'No poses yet.': 'Noch keine Posen.',
  'No compounds were given.': 'Es wurden keine Verbindungen angegeben.',
  'No compound has a score yet.': 'Noch keine Verbindung hat einen Score.',
  'No frames yet.': 'Noch keine Bilder.',
  'No trajectories yet.': 'Noch keine Trajektorien.',
  'No contacts yet.': 'Noch keine Kontakte.',
  'No structure was predicted yet.': 'Noch wurde keine Struktur vorhergesagt.',
  'No sequences.': 'Keine Sequenzen.',
  'No binder was designed yet.': 'Noch wurde kein Binder entworfen.',

  // What a heading or a number explains.
  'Energies of different levels of theory cannot be compared.':
    'Energien verschiedener Theorieniveaus sind nicht vergleichbar.',
  'Energy of the last step plus the correction of the level of the frequencies.':
    'Energie des letzten Schritts plus Korrektur auf dem Niveau der Frequenzen.',
  '2 where the mirror image is another conformer of the same energy':
    '2, wo das Spiegelbild ein anderes Konformer derselben Energie ist',
  'Boltzmann weight as stored with the item, which does not say at which temperature and from which energy':
    'Boltzmann-Gewicht, wie es gespeichert ist; Temperatur und Energie dazu sind nicht angegeben',
  'Difference of the orbital energies, not an excitation energy':
    'Differenz der Orbitalenergien, keine Anregungsenergie',
  'Depends on the origin for ions, a quadrupole also for polar molecules':
    'Hängt bei Ionen vom Ursprung ab, ein Quadrupol auch bei polaren Molekülen',
  'Where a nucleophile attacks: q(N) − q(N+1).': 'Wo ein Nucleophil angreift: q(N) − q(N+1).',
  'Where a radical attacks: half of q(N−1) − q(N+1).': 'Wo ein Radikal angreift: die Hälfte von q(N−1) − q(N+1).',
  'Where an electrophile attacks: q(N−1) − q(N).': 'Wo ein Elektrophil angreift: q(N−1) − q(N).',
  'ω = μ²/2η, from the vertical ionization energy I and electron affinity A: μ = −(I + A)/2, η = I − A.':
    'ω = μ²/2η, aus der vertikalen Ionisierungsenergie I und der Elektronenaffinität A: μ = −(I + A)/2, η = I − A.',
  'At pH 0, in the units of the model; only differences within this item are meaningful.':
    'Bei pH 0, in den Einheiten des Modells; nur Differenzen innerhalb dieses Ergebnisses sagen etwas aus.',
  'Logarithm of the octanol–water distribution ratio of all microstates together, with the logP from atom environments for uncharged ones.':
    'Logarithmus des Verteilungsverhältnisses aller Mikrozustände zusammen zwischen Octanol und Wasser, mit dem logP aus Atomumgebungen für ungeladene.',
  'Probability that Kp,uu, the ratio of unbound concentrations in brain and plasma, is at least 0.3.':
    'Wahrscheinlichkeit, dass Kp,uu, das Verhältnis der ungebundenen Konzentrationen in Gehirn und Plasma, mindestens 0,3 ist.',
  'An acid gives its proton away; of a base, the pKa is that of its conjugate acid.':
    'Eine Säure gibt ihr Proton ab; bei einer Base ist der pKa der ihrer konjugierten Säure.',
  'In tenfold steps of the concentration, Cuvette’s own scale.':
    'In Zehnerpotenzen der Konzentration, eine eigene Skala von Cuvette.',
  'log10 of the association constant with 4-fluorophenol in CCl₄ at 298 K; higher is the stronger acceptor.':
    'log10 der Assoziationskonstante mit 4-Fluorphenol in CCl₄ bei 298 K; höher ist der stärkere Akzeptor.',
  'Error of the calibration of this group against experiment.':
    'Fehler der Kalibrierung dieser Gruppe gegenüber dem Experiment.',
  'log10 of the sum of 10^pKBHX over the acceptor sites.': 'log10 der Summe von 10^pKBHX über die Akzeptoren.',
  'Higher is the stronger donor.': 'Höher ist der stärkere Donor.',
  'The reference electrode was not recorded.': 'Die Bezugselektrode wurde nicht festgehalten.',
  'One electron, without proton transfer, in acetonitrile.': 'Ein Elektron, ohne Protonenübertragung, in Acetonitril.',
  'Bond-dissociation energy, homolytic.': 'Bindungsdissoziationsenergie, homolytisch.',
  'Class of the bond in the calibration, which has its own offset and error.':
    'Klasse der Bindung in der Kalibrierung; jede hat ihren eigenen Versatz und Fehler.',
  'Energy of both fragments minus that of the molecule, before calibration.':
    'Energie beider Fragmente weniger der des Moleküls, vor der Kalibrierung.',
  'Energy of the pose, relaxed under springs, above the lowest conformer; the energy of the springs is left out':
    'Energie der Pose, unter Federn entspannt, über dem niedrigsten Konformer; die Energie der Federn zählt nicht mit',
  'Above the lowest conformer, from the energies of the calculations shown':
    'Über dem niedrigsten Konformer, aus den Energien der gezeigten Rechnungen',
  'Average over the conformers by their weights': 'Mittel über die Konformere nach ihren Gewichten',
  'Of the sampled trajectories, without the error of the model':
    'Der berechneten Trajektorien, ohne den Fehler des Modells',
  'Above the lowest point of this scan.': 'Über dem niedrigsten Punkt dieses Scans.',
  'Negative on the backward side': 'Negativ in Rückwärtsrichtung',
  'From the transition state, over the displacements of all atoms':
    'Vom Übergangszustand aus, über die Verschiebungen aller Atome',
  'Relative to the transition state': 'Gegenüber dem Übergangszustand',
  'Along the string, from the reactant': 'Auf dem Pfad, vom Edukt aus',
  'Relative to the first point of the path': 'Gegenüber dem ersten Punkt des Pfads',
  'The node that the transition state was guessed from': 'Der Knoten, von dem aus der Übergangszustand geschätzt wurde',
  'Relative to the first frame': 'Gegenüber dem ersten Bild',
  'Value of the scoring function, on its own scale: lower is better. It ranks poses; it is not a binding free energy (ΔG).':
    'Wert der Bewertungsfunktion, auf ihrer eigenen Skala: niedriger ist besser. Er ordnet Posen; er ist keine freie Bindungsenergie (ΔG).',
  'Energy of the ligand in the pose above its lowest conformer. Where it is missing, the strain is unknown and may be large.':
    'Energie des Liganden in der Pose über seinem niedrigsten Konformer. Wo sie fehlt, ist sie unbekannt und kann groß sein.',
  'Checks of the geometry of the pose and of clashes with the protein.':
    'Prüft die Geometrie der Pose und Zusammenstöße mit dem Protein.',
  'Root-mean-square deviation of the ligand from the pose that it started with.':
    'Mittlere quadratische Abweichung (RMSD) des Liganden von der Pose, mit der er begann.',
  'Part of the frames that have the contact, averaged over the trajectories in which it was found.':
    'Anteil der Bilder mit dem Kontakt, gemittelt über die Trajektorien, in denen er gefunden wurde.',
  'Probability that the ligand binds at all': 'Wahrscheinlichkeit, dass der Ligand überhaupt bindet',
  'BBB score of Gupta et al. 2019 (0 to 6, CNS-penetrant from 4), in place of a trained Kp,uu probability.':
    'BBB-Score nach Gupta et al. 2019 (0 bis 6, ZNS-gängig ab 4), anstelle einer trainierten Wahrscheinlichkeit von Kp,uu.',
  'Higher is better': 'Höher ist besser',
  'Lower is better': 'Niedriger ist besser',
  'Above the lowest of these energies.': 'Über der niedrigsten dieser Energien.',
  'Unreliable: the model behind it is weak.': 'Unzuverlässig: das Modell dahinter ist schwach.',
  '±: error of the sampling alone.': '±: nur der Fehler der Stichprobe.',
  'RMSE of logD at pH 7.4 on {size} drugs.': 'RMSE von logD bei pH 7,4 an {size} Arzneistoffen.',
  'RMSE of the solubility of neutral molecules. The contribution of ions was not compared with measurements.':
    'RMSE der Löslichkeit neutraler Moleküle. Der Beitrag von Ionen wurde nicht mit Messwerten verglichen.',
  'How many of the independent searches found this pose within 2 Å and 0.5 kcal/mol. It measures how thorough the search is, not whether the scoring function is right.':
    'Wie viele der unabhängigen Suchen diese Pose innerhalb von 2 Å und 0,5 kcal/mol fanden. Das sagt, wie gründlich gesucht wurde, nicht, ob die Bewertungsfunktion stimmt.',
  'How many of the independent searches found the best pose within 2 Å and 0.5 kcal/mol. It measures how thorough the search is, not whether the scoring function is right.':
    'Wie viele der unabhängigen Suchen die beste Pose innerhalb von 2 Å und 0,5 kcal/mol fanden. Das sagt, wie gründlich gesucht wurde, nicht, ob die Bewertungsfunktion stimmt.',
  'Above the reactant.': 'Über dem Edukt.',
  'Above the reactant, by the method of the search alone.': 'Über dem Edukt, allein nach der Methode der Suche.',
  'Above the lowest point, by the method of the geometries alone.':
    'Über dem niedrigsten Punkt, allein nach der Methode der Geometrien.',
  'No single points were requested.': 'Es wurden keine Einzelpunktrechnungen angefordert.',
  'Of an open-shell singlet before spin projection.': 'Eines offenschaligen Singuletts vor der Spinprojektion.',
  'The structure was taken as it was given, without an optimization.':
    'Die Struktur wurde ohne Optimierung so verwendet, wie sie angegeben war.',
  'A double bond breaks into two radicals when it is turned. With all electrons paired the top of this curve is too high; an open-shell singlet or a multireference method is needed.':
    'Wird eine Doppelbindung gedreht, bricht sie zu einem Diradikal auf. Mit lauter gepaarten Elektronen liegt das Maximum dieser Kurve zu hoch; nötig ist ein offenschaliges Singulett oder eine Multireferenzmethode.',
  'Error of the calibration of this kind of nucleus against experiment.':
    'Fehler der Kalibrierung dieser Kernsorte gegenüber dem Experiment.',
};
